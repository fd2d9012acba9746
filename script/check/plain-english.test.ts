import { describe, expect, test } from 'vitest'
import { compareCounts, countHits, hitsIn } from './plain-english/count.ts'
import { patterns } from './plain-english/patterns.ts'
import { faultsOfSubject } from './plain-english/subjects.ts'
import { type Text, textsOfFile } from './plain-english/texts.ts'

const namesIn = (text: string, kind: Text['kind'] = 'comment') =>
  hitsIn([{ kind, source: 'a.ts', line: 1, text }]).map(({ pattern }) => pattern.name)

describe('patterns', () => {
  test.each([
    ['what-as-noun', 'What a place comes to: a text.'],
    ['what-as-noun', 'Fields of a person. What nobody named is empty.'],
    ['partitive-first', 'Of a question that is closed an answer is kept.'],
    ['where-for-if', 'Undefined where there is no exam.'],
    ['where-the', 'Sent again where the server lacks it.'],
    ['stands', 'The mark that stands in the ledger.'],
    ['says', 'The server says so.'],
    ['tells', 'The page is told.'],
    ['is-no', 'It is no picture.'],
    ['goes-on', 'The exam goes on.'],
    ['beside', 'Packed beside the thread.'],
    ['anew', 'It is read anew.'],
    ['so-many', 'Resolves after so many milliseconds.'],
    ['of-its-own', 'A folder of its own.'],
    ['is-gone', 'The form run is gone.'],
    ['whoever', 'Answers whoever asked.'],
  ])('%s matches: %s', (name, text) => {
    expect(namesIn(text)).toContain(name)
  })

  test.each([
    'Returns the value of a placeholder: text to print, or a visibility flag.',
    'What happens if the disk is full?',
    'Undefined if there is no exam.',
    'There is no such person.',
    'Stores an answer to a closed question in the history without counting it.',
    'The fields that learners may see.',
    'Retries if another process moved the learner.',
  ])('no pattern matches: %s', (text) => {
    expect(namesIn(text)).toEqual([])
  })

  test('only titles are searched for titles without a subject', () => {
    expect(namesIn('is refused without a token', 'title')).toEqual(['title-without-subject'])
    expect(namesIn('is refused without a token')).toEqual([])
  })

  test('each pattern has its own name, a reason and a replacement', () => {
    expect(new Set(patterns.map(({ name }) => name)).size).toBe(patterns.length)
    for (const { pattern, why, instead } of patterns) {
      expect(pattern.flags).toContain('g')
      expect(why).toMatch(/\.$/)
      expect(instead).not.toBe('')
    }
  })
})

const linesOf = (path: string, content: string) =>
  textsOfFile(path, content).map(({ kind, line, text }) => [kind, line, text.replaceAll('\n', ' ').trim()])

describe('texts of a file', () => {
  test('comments are joined over their lines, and code is left out', () => {
    const source = [
      '/**',
      ' * Returns the',
      ' * first row.',
      ' */',
      'const a = 1 // one',
      '// Two',
      '// lines',
      "const b = 'http://x // y'",
    ]
    expect(linesOf('a.ts', source.join('\n'))).toEqual([
      ['comment', 1, 'Returns the first row.'],
      ['comment', 5, 'one'],
      ['comment', 6, 'Two lines'],
    ])
  })

  test('titles, errors, refusals and log lines are found', () => {
    const source = [
      "test('saves an answer', () => {})",
      "test.each([1, 2])('saves %s', () => {})",
      "throw new RangeError('No such row.')",
      "return refuse('NOT_FOUND', 'There is no such file.')",
      "log.warn({ err: error }, 'the disk is full')",
      "const other = call('no text for readers')",
    ]
    expect(linesOf('a.ts', source.join('\n'))).toEqual([
      ['title', 1, 'saves an answer'],
      ['title', 2, 'saves %s'],
      ['words', 3, 'No such row.'],
      ['words', 4, 'There is no such file.'],
      ['words', 5, 'the disk is full'],
    ])
  })

  test('documents are split into paragraphs and items, without blocks of code', () => {
    const source = [
      '# Title',
      '',
      'One paragraph',
      'of two lines.',
      '',
      '- first',
      '- second',
      '',
      '```sh',
      'ls # stands',
      '```',
      '| a | b |',
    ]
    expect(linesOf('a.md', source.join('\n'))).toEqual([
      ['words', 1, 'Title'],
      ['words', 3, 'One paragraph of two lines.'],
      ['words', 6, 'first'],
      ['words', 7, 'second'],
      ['words', 12, 'a | b |'],
    ])
  })

  test('messages are read by their lines', () => {
    expect(linesOf('en/a.json', '{\n  "a.title": "Exams"\n}')).toEqual([['words', 2, 'Exams']])
  })

  test('the wording of code and quotations is masked', () => {
    expect(hitsIn(textsOfFile('a.ts', '// Reads `stands`, “is gone” and "tells".'))).toEqual([])
  })

  test('a match names the line that it is in', () => {
    const hits = hitsIn(textsOfFile('a.ts', '\n/**\n * Reads a row\n * that stands there.\n */'))
    expect(hits.map(({ source, line, found }) => [source, line, found])).toEqual([['a.ts', 4, 'stands']])
  })
})

describe('the ratchet', () => {
  const hits = hitsIn([
    { kind: 'comment', source: 'a.ts', line: 3, text: 'It stands here.' },
    { kind: 'comment', source: 'b.ts', line: 7, text: 'It stands there.' },
  ])
  const counts = countHits(hits)
  const compare = (recorded: Record<string, number>, isNew = (_hit: { source: string }) => false) =>
    compareCounts(hits, recorded, isNew, 'npm run x')

  test('equal counts have no faults', () => {
    expect(compare(counts)).toEqual([])
  })

  test('a rise lists the new match with its line and the replacement', () => {
    const faults = compare({ ...counts, stands: 1 }, ({ source }) => source === 'b.ts')
    expect(faults).toEqual(['stands: 2, allowed 1', expect.stringMatching(/^ {2}b\.ts:7 “stands” .+ Write “is”/)])
  })

  test('a rise lists all matches if none is known to be new', () => {
    expect(compare({ ...counts, stands: 0 })).toHaveLength(3)
  })

  test('a fall must be recorded', () => {
    expect(compare({ ...counts, stands: 5 })).toEqual(['stands: 2, recorded 5. Record the lower count: npm run x'])
  })

  test('a recorded pattern that no longer exists is a fault', () => {
    expect(compare({ ...counts, old: 0 })).toEqual(['old is recorded, but there is no such pattern: npm run x'])
  })
})

describe('subjects of commits', () => {
  test.each(['server: reject a second save', 'app-shell: open without a network', 'docs: describe `stands`'])(
    '%s is plain',
    (subject) => {
      expect(faultsOfSubject('abc', subject)).toEqual([])
    },
  )

  test.each([
    ['A receipt is explained', 'scope: imperative'],
    ['Server: reject a second save', 'scope: imperative'],
    [`server: ${'x'.repeat(70)}`, 'more than 72'],
    ['server: tell the page of a late answer', '“tell”'],
  ])('%s is not: %s', (subject, fault) => {
    expect(faultsOfSubject('abc', subject).join('\n')).toContain(fault)
  })
})
