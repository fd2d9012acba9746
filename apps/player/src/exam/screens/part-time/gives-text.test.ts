import { createCatalogue } from '@sitwell/i18n/catalogue'
import { languageById } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import { expect, test } from 'vitest'
import { givesText } from './gives-text.ts'

const starts = 'The time starts when you go there.'

test.each([
  { readingMs: 0, answeringMs: 20, says: `You have 20 ms for Bark. ${starts}` },
  {
    readingMs: 5,
    answeringMs: 20,
    says: `You have 20 ms for Bark. Before that you have 5 ms to read the questions. ${starts}`,
  },
  {
    readingMs: 5,
    answeringMs: undefined,
    says: `You have 5 ms to read the questions of Bark before you can answer them. ${starts}`,
  },
])('a part with $readingMs ms to read and $answeringMs ms to answer is told as such', async ({ says, ...times }) => {
  const english = languageById(1)
  const { text: words } = createCatalogue(await loadMessages(english.tag, 'later'), english)
  expect(givesText(words, 'Bark', times, (ms) => `${ms} ms`)).toBe(says)
})
