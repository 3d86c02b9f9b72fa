// A thousand posts that are due, three processes on one database, of which one after another is killed or stopped beyond its lease, and a
// platform that loses answers after it has accepted: each is published once, or waits for a person.
import { test } from 'node:test'
import { publishThroughCrashes } from '../test/support/social/crashes.ts'

test('1,000 posts through kills', async () => {
  const { milliseconds, searched, undecided } = await publishThroughCrashes({
    ...{ posts: 1_000, processes: 3, kills: 20, leaseSeconds: 3, stop: 4_000 },
  })
  console.log(
    `1,000 posts in ${Math.round(milliseconds / 1000)} s; the platform was asked ${searched} times; ${undecided} wait for a person`,
  )
})
