import { panelMessages } from '@sitwell/question-types/panel-messages'
import { expect, test } from 'vitest'
import { panelTranslations } from '../api/messages/panel-translations.ts'
import { allMessages } from './messages.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

test('both languages say everything that the player can say, with the same values in it', () => {
  expect(Object.keys(panelTranslations).sort()).toEqual(Object.keys(panelMessages).sort())
  for (const [id, { en, ar }] of Object.entries(allMessages)) {
    expect([en.trim(), ar.trim()], id).not.toContain('')
    expect(placeholders(ar), id).toEqual(placeholders(en))
    // Only what has no letters of its own, and the name of the player, may read the same in both.
    if (id !== 'app.name' && /[A-Za-z]/.test(en.replaceAll(/\{\w+\}/g, ''))) expect(ar, id).toMatch(/\p{Script=Arabic}/u)
  }
})
