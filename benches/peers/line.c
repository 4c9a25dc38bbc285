/* As little as a program can do: it prints the line that it is given. */
#include <stdio.h>

int main(int count, char **words) {
  puts(count > 1 ? words[1] : "hello");
  return 0;
}
