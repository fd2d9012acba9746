import { expect, test } from 'vitest'
import { bySupport, inLanguage } from './explanations-of.ts'

const card = (lang?: string) => ({ support: 'translation' as const, text: lang ?? 'none', ...(lang !== undefined && { lang }) })

test('of several languages the learner’s own is shown, else one that is close to it, else the first', () => {
  const cards = [card('es'), card('pt-BR'), card('de')]
  expect(inLanguage(cards, 'de')?.text).toBe('de')
  expect(inLanguage(cards, 'pt-PT')?.text).toBe('pt-BR')
  expect(inLanguage(cards, 'de-AT')?.text).toBe('de')
  expect(inLanguage(cards, 'cy')?.text).toBe('es')
  expect(inLanguage([card(), card('de')], 'cy')?.text).toBe('none')
})

test('cards stand by support, in one order for all explanations', () => {
  const cards = [card('es'), { support: 'glossary' as const, text: 'g' }, card('de')]
  expect(bySupport({ id: 'e', cards }, ['glossary', 'spoken', 'translation'])).toEqual([
    { support: 'glossary', cards: [cards[1]] },
    { support: 'translation', cards: [cards[0], cards[2]] },
  ])
})
