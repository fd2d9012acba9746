import type { PaperDocument, PaperPart } from '../paper-parts.ts'

/** A document of some parts. */
export const sampleDocument = (parts: readonly PaperPart[], more: Partial<PaperDocument> = {}): PaperDocument => ({
  language: 'en',
  title: 'Knots & tides',
  subtitle: 'Question 1',
  organisation: 'Harbour School',
  learner: 'Ada Wood',
  colours: { primary: '#1CA286', secondary: '#364651' },
  madeAtMs: Date.UTC(2026, 10, 21),
  words: {
    PAGE: 'Page {page} of {pages}',
    UNPRINTABLE: 'Some characters can’t be printed.',
    PICTURE: 'Picture: {alt}',
    CUT: 'This text is longer than a page can show.',
    LOST_PICTURE: 'A picture could not be printed.',
  },
  parts,
  ...more,
})
