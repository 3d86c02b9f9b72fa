// Reports how fast a page was in the browser (https://web.dev/articles/vitals), once it is hidden or left, and how long it was in view. Loaded at the first
// sign of a visitor, so that it costs no page its first bytes; the browser keeps what it measured before. Our own code, since the package `web-vitals` has
// twice the size that the scripts of a page may have for all that is counted.

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}
interface Interaction extends PerformanceEntry {
  interactionId?: number
}

const reading: (() => void)[] = []
/** Calls `take` with each entry of a type, those of before included. Browsers without the measure have no such entries. */
function observe<Entry extends PerformanceEntry>(
  type: string,
  take: (entry: Entry) => void,
  options: PerformanceObserverInit & { durationThreshold?: number } = {},
): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  // Safe: the type of an entry tells its form.
  const read = (entries: PerformanceEntryList) => (entries as Entry[]).forEach(take)
  const observer = new PerformanceObserver((list) => read(list.getEntries()))
  observer.observe({ type, buffered: true, ...options })
  reading.push(() => read(observer.takeRecords()))
}

let lcp: number | undefined
const [navigation] = performance.getEntriesByType('navigation')
// https://wicg.github.io/nav-speculation/prerendering.html
const begun =
  navigation && 'activationStart' in navigation && typeof navigation.activationStart === 'number'
    ? navigation.activationStart
    : 0
observe('largest-contentful-paint', ({ startTime }) => {
  lcp = Math.max(0, Math.round(startTime - begun))
})

let cls: number | undefined
let shifts = { begun: 0, last: 0, sum: 0 }
// Shifts count in groups, which end after a second without one, and after five.
observe<LayoutShift>('layout-shift', ({ value, startTime, hadRecentInput }) => {
  if (hadRecentInput) return
  const isNext = startTime - shifts.last < 1000 && startTime - shifts.begun < 5000
  shifts = {
    begun: isNext ? shifts.begun : startTime,
    last: startTime,
    sum: isNext ? shifts.sum + value : value,
  }
  cls = Math.max(cls ?? 0, shifts.sum)
})
if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) cls = 0

const interactions = new Map<number, number>()
const note = ({ interactionId, duration }: Interaction) => {
  if (interactionId) interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration))
}
observe<Interaction>('event', note, { durationThreshold: 40 })
observe<Interaction>('first-input', note)
/** The longest interaction, without one of every fifty. */
function findSlowest(): number | undefined {
  const slowest = [...interactions.values()].sort((one, other) => other - one)
  return slowest[Math.floor(slowest.length / 50)]
}

// Where a page that is left open for long stands for somebody who has gone, in milliseconds.
const longest = 1_800_000
let isReported = false
let isSpeedReported = false
/** Since when the page is in view. The visitor has seen it from its beginning, as it was in view then. */
let shownAt: number | undefined = begun

/** What is reported of the speed of the page, once. */
function readSpeed() {
  isSpeedReported = true
  for (const read of reading) read()
  const inp = findSlowest()
  return { lcp, inp: inp && Math.round(inp), cls: cls && Math.round(cls * 1000) / 1000 }
}

function report(): void {
  if (!document.hidden) {
    shownAt ??= performance.now()
    return
  }
  if (shownAt === undefined) return
  const time = Math.min(longest, Math.round(performance.now() - shownAt))
  shownAt = undefined
  const { dataset, lang: language } = document.documentElement
  const timings = {
    page: dataset.page,
    language,
    [isReported ? 'in_view_again' : 'in_view']: time,
    ...(!isSpeedReported && readSpeed()),
  }
  isReported = true
  navigator.sendBeacon(
    '/api/visits/timings',
    new Blob([JSON.stringify(timings)], { type: 'application/json' }),
  )
}
addEventListener('visibilitychange', report)
// A page that comes back with the button of the browser is a new view.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isReported = false
})
report()

export {}
