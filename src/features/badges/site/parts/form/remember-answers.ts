import { fetchJson } from '#features/badges/site/parts/proof/fetch-json.ts'
import type { Json } from '#features/badges/site/parts/proof/json.ts'

/** Remembers what each address answered, so that checking again and again costs one request each. */
export function rememberAnswers() {
  const answers = new Map<string, Promise<Json>>()
  return (path: string): Promise<Json> => {
    const answer = answers.get(path) ?? fetchJson(path)
    answers.set(path, answer)
    answer.catch(() => answers.delete(path))
    return answer
  }
}
