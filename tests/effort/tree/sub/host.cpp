int plain() { return static_cast<int>(3.5); }
