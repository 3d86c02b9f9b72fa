/** The hour of the day at which daily mails are sent, where their reader is. */
export const dailyHour = 8

/** The next time that it is `dailyHour` in a time zone. */
export function nextDaily(now: Date, timeZone: string): Date {
  // Zones differ from UTC by whole quarters of an hour, so one of the next 192 quarters is it, even over a change of the clocks.
  const quarter = 900_000
  let time = (Math.floor(now.getTime() / quarter) + 1) * quarter
  const format = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  for (let step = 0; step < 192; step++, time += quarter) {
    const parts = format.formatToParts(time)
    const numberOf = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
    if (numberOf('hour') === dailyHour && numberOf('minute') === 0) return new Date(time)
  }
  return new Date(now.getTime() + 86_400_000)
}
