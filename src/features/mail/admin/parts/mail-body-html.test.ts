import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromEditorHtml, toEditorHtml } from './mail-body-html.ts'

test('the variables of a mail body are elements in the editor and text when it is stored', () => {
  const kept = '<p>Hola, {{name}}: <strong>{{badge}}</strong></p><p>{{ name }} {name} {{}}</p>'
  const shown = toEditorHtml(kept)
  assert.equal(shown.match(/<span data-variable="name"><\/span>/g)?.length, 2)
  assert.equal(fromEditorHtml(shown), kept.replace('{{ name }}', '{{name}}'))
})

test('the content of a variable’s element is ignored, and other elements are kept', () => {
  assert.equal(fromEditorHtml('<p><span data-variable="name">{{name}}</span></p>'), '<p>{{name}}</p>')
  assert.equal(fromEditorHtml('<p><span>x</span></p>'), '<p><span>x</span></p>')
})

test('a variable in the alternative text of a picture stays in it', () => {
  const kept = '<img src="/x" alt="a > b {{name}}"><p>{{name}}</p>'
  assert.equal(
    toEditorHtml(kept),
    '<img src="/x" alt="a > b {{name}}"><p><span data-variable="name"></span></p>',
  )
})
