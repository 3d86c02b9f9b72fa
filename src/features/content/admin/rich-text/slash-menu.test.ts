import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Schema } from '@tiptap/pm/model'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { filterCommands, findSlash } from './slash-menu.ts'

const schema = new Schema({
  nodes: {
    doc: { content: '(paragraph | code)+' },
    paragraph: { content: 'text*' },
    code: { content: 'text*', code: true },
    text: {},
  },
})

function typed(text: string, type = 'paragraph') {
  const doc = schema.node('doc', null, [schema.node(type, null, text ? [schema.text(text)] : [])])
  const state = EditorState.create({ doc })
  return findSlash(state.apply(state.tr.setSelection(TextSelection.atEnd(doc))))
}

describe('the menu behind /', () => {
  test('opens at the start of a block and after a space', () => {
    assert.deepEqual(typed('/'), { from: 1, to: 2, query: '' })
    assert.deepEqual(typed('Uno /títu'), { from: 5, to: 10, query: 'títu' })
    assert.deepEqual(typed('/标题'), { from: 1, to: 4, query: '标题' })
  })

  test('stays closed in addresses, fractions and code, and after other text', () => {
    for (const text of ['', 'a', 'https://', '1/2', 'y/o', '/a b', '//'])
      assert.equal(typed(text), undefined, text)
    assert.equal(typed('/', 'code'), undefined)
  })

  test('finds commands by their name in the language of the admin, without accents, and in English', () => {
    const names: Record<string, string> = { h1: 'Título principal', table: 'Tabla', picture: 'Imagen' }
    const find = (query: string) => filterCommands(query, (command) => names[command] ?? '')
    assert.deepEqual(find('titulo'), ['h1'])
    assert.deepEqual(find('tab'), ['table'])
    assert.deepEqual(find('picture'), ['picture'])
    assert.equal(find('').length, 13)
    assert.deepEqual(find('zzz'), [])
  })
})
