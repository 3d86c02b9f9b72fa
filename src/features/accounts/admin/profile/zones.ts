import { listZones as listZoneNames, zoneName } from '#admin/kit/moment.ts'

/** The value of the choice that stands for the time zone of the browser. */
export const browserChoice = 'browser'

export interface ZoneOption {
  value: string
  label: string
}

/** The time zones that a browser knows, and the chosen one, with what clocks there differ from UTC by at a time. */
export function listZones(chosen: string | null, now: Date): ZoneOption[] {
  return listZoneNames(chosen)
    .sort((one, other) => one.localeCompare(other, 'en'))
    .map((zone) => ({ value: zone, label: describeZone(zone, now) }))
}

/** A time zone as one would type it, such as `America/New York (UTC-05:00)`. */
export function describeZone(zone: string, now: Date): string {
  const name = zoneName(zone)
  const offset = offsetOf(zone, now)
  return offset === undefined || zone === 'UTC' ? name : `${name} (${offset})`
}

function offsetOf(timeZone: string, now: Date): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
    return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC')
  } catch {
    // Another browser knew it.
    return undefined
  }
}
