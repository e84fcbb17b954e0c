/** Whether brackets are among the signs of a generated password, as in `Io!Q7X(jqb/DI)cb`. */
export const isOfManySigns = (value: string): boolean =>
  /^[\w!#$%^&*+=?/@.,;~()[\]-]{10,64}$/.test(value) &&
  /[!#%^&*+?~].*[()[\]]|[()[\]].*[!#%^&*+?~]/.test(value) &&
  [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(value)) &&
  !/^[!*&]*[\w.]+[([][\w.,]*(?:[\])]|$)|^[*&]+\w|=>|&&|\+\+|\w\(\)|[=!]==?/.test(value);
