import { z } from 'zod'

const [first, end] = [Date.parse('1900-01-01'), Date.parse('2200-01-01')]

/** A moment that the database knows too: it has no year 0, and none beyond 9999 as JavaScript writes it. Refused with `code`. */
export const calendarMoment = (code: string) =>
  z.iso.datetime({ offset: true, error: code }).refine((moment) => {
    const time = Date.parse(moment)
    return time >= first && time < end
  }, code)
