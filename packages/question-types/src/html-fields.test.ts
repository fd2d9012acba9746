import { expect, test } from 'vitest'
import * as z from 'zod'
import { commonHtmlFields } from './authored-question.ts'
import { typeMarking } from './registry-marking.ts'

/** The names of all fields of a JSON schema that are texts, at whatever depth. */
const textFieldsIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(textFieldsIn)
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== 'properties') return textFieldsIn(value)
    return Object.entries(value as Record<string, object>).flatMap(([name, field]) => {
      // How its source marks it holds no HTML of anybody's.
      if (name === 'processing') return []
      return 'type' in field && field.type === 'string' ? [name] : textFieldsIn(field)
    })
  })
}

const types = Object.entries(typeMarking).map(([type, { authoredQuestion, htmlFields }]) => ({
  type,
  texts: new Set(textFieldsIn(z.toJSONSchema(authoredQuestion, { io: 'input', unrepresentable: 'any' }))),
  declared: [...commonHtmlFields, ...htmlFields],
}))
const names = new Set(types.flatMap(({ declared }) => declared))

test.each(types)(
  '$type says of each of its texts that other types call HTML that it is, and of none that it has not',
  ({ texts, declared }) => {
    expect([...declared].sort()).toEqual([...texts].filter((name) => names.has(name)).sort())
  },
)
