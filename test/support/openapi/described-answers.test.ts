import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply } from '../http-client.ts'
import { createAnswerCheck } from './described-answers.ts'

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const description = {
  paths: {
    '/api/things/{id}': {
      get: {
        responses: {
          200: { content: { 'application/json': { schema } } },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  },
  components: {
    responses: { NotFound: { content: { 'application/problem+json': { schema: {} } } } },
  },
}
const check = createAnswerCheck({ swagger: () => description }, {})

function answer(status: number, body: unknown, { type = 'application/json', path = '/api/things/1' } = {}) {
  const text = JSON.stringify(body)
  const reply: Pick<Reply, 'status' | 'headers' | 'text'> = {
    status,
    headers: { 'content-type': type },
    text,
  }
  return () => check({ method: 'GET', path }, reply)
}

test('an answer must be in the description of the API', () => {
  const problem = { type: 'about:blank', status: 404, title: 'Not found', detail: 'There is nothing here.' }
  answer(200, { id: 'a' })()
  answer(404, problem, { type: 'application/problem+json; charset=utf-8', path: '/api/things/1?x=2' })()
  answer(418, {}, { path: '/somewhere/else' })()
  assert.throws(answer(200, {}), /required property 'id'/)
  assert.throws(answer(201, { id: 'a' }), /201 is not in the description/)
  assert.throws(answer(200, { id: 'a' }, { type: 'text/html' }), /not as text\/html/)
  assert.throws(answer(404, {}, { type: 'application/problem+json' }), /title/)
})
