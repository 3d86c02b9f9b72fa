import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { actionDuration, createToasts, toastDuration, toastFade } from './toasts.ts'

test('a toast stays for three seconds, fades for 300 ms and is removed', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const toasts = createToasts()
  toasts.show('success', 'Guardado')
  mock.timers.tick(toastDuration - 1)
  assert.equal(toasts.current()[0]?.leaving, false)
  mock.timers.tick(1)
  assert.equal(toasts.current()[0]?.leaving, true)
  mock.timers.tick(toastFade)
  assert.equal(toasts.current().length, 0)
  mock.timers.reset()
})

test('a toast with an action stays for ten seconds', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const toasts = createToasts()
  toasts.show('success', 'Movida', { label: 'Deshacer', run: () => {} })
  mock.timers.tick(actionDuration - 1)
  assert.equal(toasts.current()[0]?.leaving, false)
  mock.timers.tick(1)
  assert.equal(toasts.current()[0]?.leaving, true)
  mock.timers.reset()
})

test('a toast waits while someone reads it', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const toasts = createToasts()
  toasts.show('error', 'No se ha guardado')
  toasts.hold()
  mock.timers.tick(toastDuration * 5)
  assert.equal(toasts.current().length, 1)
  toasts.release()
  mock.timers.tick(toastDuration)
  mock.timers.tick(toastFade)
  assert.equal(toasts.current().length, 0)
  mock.timers.reset()
})

test('the same message replaces the previous one; listeners are told of each change', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const toasts = createToasts()
  let heard = 0
  const stop = toasts.subscribe(() => {
    heard++
  })
  toasts.show('warning', 'No hay cambios que guardar')
  toasts.show('warning', 'No hay cambios que guardar')
  assert.equal(toasts.current().filter((toast) => !toast.leaving).length, 1)
  assert.ok(heard >= 2)
  stop()
  mock.timers.reset()
})
