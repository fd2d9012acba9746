import { expect, test } from 'vitest'
import { documentsMessages } from './documents/documents-messages.ts'
import { examMessages } from './exam-messages.ts'
import { outroMessages } from './outro/outro-messages.ts'
import { sebMessages } from './seb/seb-messages.ts'
import { toolsMessages } from './tools/tools-messages.ts'

test('every text stands in both languages, with the same places to fill in', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
  for (const [id, { en, ar }] of Object.entries({
    ...examMessages,
    ...documentsMessages,
    ...toolsMessages,
    ...outroMessages,
    ...sebMessages,
  })) {
    expect(ar, id).not.toBe('')
    expect(places(ar), id).toEqual(places(en))
  }
})
