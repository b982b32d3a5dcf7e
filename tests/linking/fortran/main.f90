program main
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function add(n, x) bind(c)
      import c_int, c_double
      integer(c_int), value :: n
      real(c_double) :: x(*)
    end function
  end interface
  real(c_double) :: x(8) = 1
  integer :: device
  device = add(8, x)
  print '(i0,1x,f4.1)', device, sum(x)
end program
