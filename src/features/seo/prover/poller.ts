import type { Poller } from '#platform/poller.ts'
import type { CheckRunner } from './check-runner.ts'
import { someCheckIsDue } from './running-store.ts'
import type { CheckSchedule } from './schedule.ts'

/** Asks for checks when it is night or something has changed, and runs those that are due. */
export function checkPollers({
  schedule,
  runner,
}: {
  schedule: CheckSchedule
  runner: CheckRunner
}): Poller[] {
  return [
    { name: 'seo-checks', everySeconds: 1, isDue: someCheckIsDue, poll: runner.work },
    { name: 'seo-changes', everySeconds: 5, isDue: schedule.changes.isDue, poll: schedule.changes.work },
    {
      name: 'seo-night',
      everySeconds: 30,
      isDue: schedule.night.isDue,
      poll: schedule.night.work,
    },
  ]
}
