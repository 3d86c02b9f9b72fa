import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateText } from './contract.ts'
import { fillTemplate, findTemplate } from './model.ts'

test('a template is filled with what its names stand for, once', () => {
  const values = { title: '{{site}} $& <b>', site: 'Firmeza' }
  assert.equal(fillTemplate('{{ title }} · {{site}}{{none}}', values), '{{site}} $& <b> · Firmeza')
  assert.equal(fillTemplate('{{title}} {{constructor}} {{site}}', values), '{{site}} $& <b> Firmeza')
})

test('a language uses its own template, or that of the site where it has no words', () => {
  const inArabic = { language: 'ar', siteLanguage: 'es' } as const
  assert.equal(findTemplate({ es: '{{title}} | {{site}}' }, inArabic), '{{title}} | {{site}}')
  assert.equal(findTemplate({ es: '{{title}} de {{site}}' }, inArabic), undefined)
  assert.equal(findTemplate({ es: '{{title}}', ar: 'وثيقة {{title}}' }, inArabic), 'وثيقة {{title}}')
  assert.equal(findTemplate({ fr: '{{title}}' }, inArabic), undefined)
})

test('a template with half a brace, an unknown name or without the name that it needs is refused', () => {
  const schema = templateText({ limit: 40, variables: ['title', 'site'], needed: 'title' })
  const codeOf = (value: string) => schema.safeParse(value).error?.issues[0]?.message
  assert.equal(codeOf('{{title}} · {{site}}'), undefined)
  assert.equal(codeOf(''), undefined)
  assert.equal(codeOf('{{title}} {{titel}}'), 'template_variable_unknown')
  assert.equal(codeOf('{{site}}'), 'template_variable_missing')
  for (const broken of ['{title}', '{{title', 'title}}', '{{{title}}}', '{{title}} {{}}'])
    assert.equal(codeOf(broken), 'template_braces', broken)
  assert.equal(codeOf(`{{title}}${'x'.repeat(40)}`), 'too_long')
  assert.equal(codeOf('\u202e{{title}}'), 'control_characters')
  assert.equal(codeOf('\u200f{{title}}'), undefined, 'a mark of one place is usual in Arabic')
})
