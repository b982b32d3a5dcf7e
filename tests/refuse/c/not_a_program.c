// expect: R1001 at 2
Dear Sir or Madam,
this is no C program at all. Yours sincerely, "somebody"
