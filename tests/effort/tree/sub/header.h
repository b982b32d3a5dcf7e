void seen(void);
