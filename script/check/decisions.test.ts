import { describe, expect, test } from 'vitest'
import { faultsOfDecisions, namedDecisions } from './decisions.ts'

describe('decisions', () => {
  const pages = new Map([
    ['001-shelves.md', '# 1. Shelves are of wood\n'],
    ['002-doors.md', '# 2. Doors open outwards\n'],
  ])
  const list = '# Decisions\n\n1. [Shelves are of wood](001-shelves.md)\n2. [Doors open outwards](002-doors.md)\n'

  test('are found where a text names them', () => {
    expect(namedDecisions('as decision 7 says, and decisions 2, 3 and 11; a decision of 2026, “decision: 4”')).toEqual([
      7, 2, 3, 11,
    ])
  })

  test('have a number each, are named by their first line, and listed', () => {
    expect(faultsOfDecisions(pages, list)).toEqual([])
    expect(faultsOfDecisions(new Map([...pages, ['002-roofs.md', '# 2. Roofs\n']]), list)).toEqual([
      '002-roofs.md: decision 2 is there twice',
    ])
    const left = new Map([...pages, ['005-roofs.md', '# 5. Roofs\n']])
    expect(faultsOfDecisions(left, `${list}5. [Roofs](005-roofs.md)\n`)).toEqual([])
    expect(faultsOfDecisions(new Map([['001-shelves.md', '# Shelves\n']]), list)[0]).toContain('begin with "# 1. "')
    expect(faultsOfDecisions(pages, list.replace('Doors', 'Windows'))).toEqual([
      'the list lacks "2. [Doors open outwards](002-doors.md)"',
    ])
    expect(faultsOfDecisions(pages, `${list}3. [Roofs](003-roofs.md)\n`)).toEqual([
      'the list names decisions that have no page',
    ])
  })
})
