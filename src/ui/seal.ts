/** The F of the seal as SVG path data, about 60 units high around the middle. */
export const sealInitial =
  'M-20-30H22l3 17h-3C19-23 16-26 8-26H-4V-3H4C11-3 13-6 14-12h3V12H14C13 5 11 1 4 1H-4V22c0 5 2 6 9 7v2H-20V29c6-1 7-2 7-7V-22c0-5-1-6-7-7z'
