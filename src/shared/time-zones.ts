/** Whether a text is the name of a time zone in the IANA database, such as `Europe/Madrid`, or `UTC`. */
export function isTimeZone(name: string): boolean {
  return name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)
}
