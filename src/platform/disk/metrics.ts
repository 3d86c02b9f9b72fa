import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { createGauges } from '#platform/gauges.ts'
import { type DiskSpace, findDiskSpace } from './disk-space.ts'

/** A network disk that has hung does not answer at all. */
const patience = 1_000

/** Measures the disk of the data folder. */
export function measureDisk(registry: Registry, folder: string): void {
  let reading: Promise<DiskSpace | undefined> | undefined
  /** Reads it once for both metrics, and again only when the last answer has come. */
  function read(): Promise<DiskSpace | undefined> {
    reading ??= findDiskSpace(folder).finally(() => {
      reading = undefined
    })
    return Promise.race([reading, sleep(patience, undefined, { ref: false })])
  }
  const addGauge = createGauges(registry, read)
  addGauge(
    'data_disk_free_bytes',
    'Space on the disk of the data folder that may still be used; absent while the disk does not answer',
    ({ free }) => free,
  )
  addGauge('data_disk_total_bytes', 'Size of the disk of the data folder', ({ total }) => total)
}
