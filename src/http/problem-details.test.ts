import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { Problem } from '#shared/problem.ts'
import { findProblem } from './problem-details.ts'

const codedError = (properties: { code: string; syscall?: string }) =>
  Object.assign(new Error('failed'), properties)

test('a database that cannot be reached is a 503, however deep the reason is', () => {
  const refused = codedError({ code: 'ECONNREFUSED', syscall: 'connect' })
  // The Unix socket of the embedded database, while it is stopped.
  const noSocket = codedError({ code: 'ENOENT', syscall: 'connect' })
  const shuttingDown = Object.assign(new pg.DatabaseError('stopping', 0, 'error'), { code: '57P01' })
  const terminated = new Error('Connection terminated unexpectedly')
  const noDescriptor = codedError({ code: 'EMFILE', syscall: 'connect' })
  for (const cause of [refused, noSocket, noDescriptor, shuttingDown, terminated]) {
    for (const error of [cause, new Error('Failed query', { cause })]) {
      const problem = findProblem(error)
      assert.deepEqual([problem?.status, problem?.code], [503, 'database_away'])
    }
  }
})

test('a file that is missing is no problem of the database', () => {
  assert.equal(findProblem(codedError({ code: 'ENOENT', syscall: 'open' })), undefined)
})

test('a full disk is a 507, of files and of the database', () => {
  const full = Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' })
  for (const error of [
    codedError({ code: 'ENOSPC', syscall: 'write' }),
    full,
    new Error('x', { cause: full }),
  ]) {
    assert.equal(findProblem(error)?.status, 507)
  }
})

test('what a person has typed is not taken for the reason of an error', () => {
  const cause = Object.assign(new pg.DatabaseError('duplicate key', 0, 'error'), { code: '23505' })
  for (const name of ['No space left on device', 'Client was closed', 'Connection terminated unexpectedly']) {
    assert.equal(findProblem(new DrizzleQueryError('INSERT …', [name], cause)), undefined)
  }
})

test('a problem is returned as it is, and an unknown error is no problem', () => {
  const problem = new Problem('not_found', 404)
  assert.equal(findProblem(problem), problem)
  assert.equal(findProblem(new TypeError('x is not a function')), undefined)
})
