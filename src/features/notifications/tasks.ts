import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Language } from '#shared/languages.ts'
import type { TeamTask } from '#shared/notifications/task.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import type { SignedInUser } from '#shared/user.ts'
import type { ChoiceStore } from './choice-store.ts'
import type { Task } from './contract.ts'

export interface TaskOptions {
  choiceStore: ChoiceStore
  clock: Clock
  translator(language: Language): Translate
  /** The tasks of all features. */
  listTasks(): readonly TeamTask[]
}

/** What is to be done by users, and what of it they have put aside. */
export function createTasks({ choiceStore, clock, translator, listTasks }: TaskOptions) {
  return {
    /** What a user could do and nobody has done. */
    async list(user: SignedInUser, language: Language): Promise<Task[]> {
      const t = translator(language)
      const dismissed = await choiceStore.listDismissed(user.id)
      const own = listTasks().filter(({ permission }) => isAllowed(user, permission))
      const states = await Promise.all(own.map((task) => task.isDone()))
      return own
        .filter((_task, index) => !states[index])
        .map(({ name, path }) => ({
          ...{ name, path },
          title: t(`notification-texts:tasks.${name}.title`),
          text: t(`notification-texts:tasks.${name}.text`),
          is_dismissed: dismissed.includes(name),
        }))
    },

    /** Puts a task aside for a user, or takes it up again. @throws {Problem} 404 */
    async setDismissed(user: SignedInUser, name: string, isDismissed: boolean): Promise<void> {
      const task = listTasks().find((one) => one.name === name)
      if (!task || !isAllowed(user, task.permission)) throw new Problem('not_found', 404)
      await choiceStore.setDismissed(user.id, name, isDismissed ? clock.now() : null)
    },
  }
}
export type Tasks = ReturnType<typeof createTasks>
