import type { Routes } from './http/routes.ts'
import type { Poller } from './platform/poller.ts'
import type { Database } from './platform/postgres.ts'
import type { AnyJob } from './platform/queue.ts'

/** A person about whom features store data. */
export interface DataSubject {
  leadId: string
  email: string
}

/** What a feature stores about people, so that the rights page can show and erase it. */
export interface PersonalDataSource {
  /**
   * The name of its part of the copy that a person downloads, and what is in it. Left out by a feature that only has to
   * erase.
   */
  describe?: { name: string; read(person: DataSubject): Promise<unknown> }
  /** Erases what is stored about a person, in the transaction that erases the lead. */
  erase?(transaction: Database, person: DataSubject): Promise<void>
}

/**
 * What a feature returns from its `feature.ts`, beside the functions that other features need of it. `app.ts` registers
 * all of it in loops.
 */
export interface Feature {
  routes?: Routes[]
  /** Work whose state people see: rows that every process polls (`platform/poller.ts`). */
  pollers?: Poller[]
  /** Work without such rows, run by the job queue (`platform/queue.ts`). */
  jobs?: AnyJob[]
  personalData?: PersonalDataSource
  /** Called once the server listens. */
  start?(): Promise<void>
  /** Called once the server has stopped taking requests, before the database connections are closed. */
  close?(): Promise<void> | void
}
