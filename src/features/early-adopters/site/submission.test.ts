import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendRegistration } from './submission.ts'

const values = {
  segment: 'developer',
  name: 'Ada',
  company: '',
  email: 'a@b.org',
  interests: [],
  message: '',
  consent: true,
}
const answering = (status: number, body: BodyInit) => async () => new Response(body, { status })
const problem = (status: number, body: object) => answering(status, JSON.stringify({ status, ...body }))

test('the request has the language of the page', async () => {
  let asked: RequestInit | undefined
  const outcome = await sendRegistration(values, 'ar', {}, async (_, init) => {
    asked = init
    return new Response('{"status":"registered"}', { status: 201 })
  })
  assert.deepEqual(outcome, { status: 'registered' })
  assert.equal(new Headers(asked?.headers).get('accept-language'), 'ar')
  assert.deepEqual(JSON.parse(String(asked?.body)), values)
})

test('refused fields keep the sentences of the server, one each', async () => {
  const errors = [
    { field: 'email', message: 'Por favor, introduce un email válido' },
    { field: 'interests.0', message: 'Elige intereses de la lista' },
    { field: 'interests.1', message: 'otro' },
  ]
  assert.deepEqual(
    await sendRegistration(values, 'es', {}, problem(422, { detail: 'Hay datos que corregir.', errors })),
    {
      status: 'refused',
      message: 'Hay datos que corregir.',
      errors: { email: 'Por favor, introduce un email válido', interests: 'Elige intereses de la lista' },
    },
  )
})

test('the time to wait is shown; internal errors are not', async () => {
  const wait = await sendRegistration(
    values,
    'es',
    {},
    problem(429, { detail: 'Vuelve dentro de 30 segundos.' }),
  )
  assert.deepEqual(wait, { status: 'refused', errors: {}, message: 'Vuelve dentro de 30 segundos.' })
  for (const send of [
    problem(500, { detail: 'Ha ocurrido un error en la API' }),
    answering(502, '<html>Bad gateway'),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ]) {
    assert.deepEqual(await sendRegistration(values, 'es', {}, send), { status: 'refused', errors: {} })
  }
})
