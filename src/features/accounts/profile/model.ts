// In this order: most browsers also contain the names of those below.
const browsers = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** The browser and the system behind a user agent, such as `Firefox · Linux`; undefined when it names neither. */
export function describeDevice(userAgent: string): string | undefined {
  const found = [browsers, systems].flatMap(
    (names) => names.find(([mark]) => mark.test(userAgent))?.[1] ?? [],
  )
  return found.length > 0 ? found.join(' · ') : undefined
}
