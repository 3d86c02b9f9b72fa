import assert from 'node:assert/strict'
import { ContentItem } from '#features/content/contract.ts'
import type { TestApp } from '../build-app.ts'
import { draftOf } from '../factories.ts'
import type { Reply, Send } from '../http-client.ts'

/** A signed-in editor of the site's texts. */
export interface Editor {
  send: Send
  /** Saves a version; fails the test when it is refused. */
  save(changes?: Parameters<typeof draftOf>[0]): Promise<ContentItem>
  publish(id: string): Promise<Reply>
  unpublish(id: string): Promise<Reply>
  /** Deletes all texts of the team. */
  clear(): Promise<void>
}

/** Signs an editor in. */
export async function openEditor(app: TestApp): Promise<Editor> {
  const send = await app.signInAs('editor')
  const put = (id: string, action: string) => send(`/api/content/${id}/${action}`, { method: 'PUT' })
  return {
    send,
    async save(changes) {
      const reply = await send('/api/content', { json: draftOf(changes) })
      assert.equal(reply.status, 201, reply.text)
      return reply.read(ContentItem)
    },
    publish: (id) => put(id, 'publish'),
    unpublish: (id) => put(id, 'unpublish'),
    async clear() {
      // Through the product, so that its caches are emptied too.
      const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM content_versions WHERE published')
      for (const { id } of rows) await put(id, 'unpublish')
      await app.pool.query('DELETE FROM content_versions')
    },
  }
}

/** A text that contains a mark by which a test finds it. */
export const marked = (mark: string) => `<h1>${mark}</h1>`

/** The published versions of the landing's first text in Spanish, as stored in the database. */
export async function listPublishedVersions({ pool }: Pick<TestApp, 'pool'>): Promise<number[]> {
  const { rows } = await pool.query<{ version: number }>(
    "SELECT version FROM content_versions WHERE published AND key = 'home-hero' AND language = 'es'",
  )
  return rows.map(({ version }) => version)
}
