import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { expect, test } from 'vitest'
import { resultsWords } from './results-words.ts'

const { text } = textsOf()

// RES-303 RES-304 RES-307 RES-308 RES-309 ERR-322
test('the results view is titled by a link, an error or neither, and leads somewhere with a link alone', () => {
  expect(resultsWords(undefined, text)).toEqual({
    title: 'Preparing Results',
    message: 'Preparing Your Results For Downloading',
    link: undefined,
  })
  expect(resultsWords({ link: '/r.pdf' }, text)).toEqual({
    title: 'Download Results',
    message: 'Click Here to Download Your Results',
    link: '/r.pdf',
  })
  expect(resultsWords({ error: '' }, text)).toEqual({
    title: 'Unable to download results',
    message: 'Sorry, we are unable to download your results at present',
    link: undefined,
  })
  expect(resultsWords({ error: 'The exam has no questions' }, text).message).toBe('The exam has no questions')
})
