import type { CodeMessage } from '@sitwell/contract/code-messages'
import { describe, expect, test } from 'vitest'
import { filesByName, plainPath } from './files.ts'
import { followInstance } from './follow-instance.ts'
import { type CodeInstance, startInstance } from './instance.ts'
import { propertiesOf } from './properties.ts'

const files = new Map([
  ['code/a.js', 'a'],
  ['code/parts/b.js', 'b'],
  ['x/same.js', 'x'],
  ['y/same.js', 'y'],
])

describe('the files of code', () => {
  test('are found by their name, and by what it ends in where that is one file’s', () => {
    const find = filesByName(files)
    const asked = ['code/a.js', './code/a.js?v=1', 'a.js', '../code/parts/b.js', 'parts/b.js', '/code/a.js']
    expect(asked.map(find)).toEqual(['a', 'a', 'a', 'b', 'b', 'a'])
    expect(['same.js', '', '..', 'de/a.js', 'c.js'].map(find)).toEqual(Array.from({ length: 5 }, () => undefined))
    expect(plainPath('a/../../b/./c.js#x')).toBe('b/c.js')
  })
})

describe('the properties of code', () => {
  test('stand in groups, and name files by addresses', () => {
    const properties = [
      { name: 'level', value: '5' },
      { name: 'words/one', value: '1' },
      { name: 'words/two', value: 'code/a.png' },
    ]
    expect(propertiesOf(properties, (name) => (name.endsWith('.png') ? 'blob:1' : undefined))).toEqual({
      level: '5',
      words: { one: '1', two: 'blob:1' },
    })
  })

  test('reach no prototype, whatever they are called', () => {
    propertiesOf(
      [
        { name: '__proto__/harmed', value: 'yes' },
        { name: 'constructor/prototype/harmed', value: 'yes' },
      ],
      () => undefined,
    )
    expect(({} as { harmed?: string }).harmed).toBeUndefined()
  })
})

const shown = {
  element: {} as HTMLElement,
  properties: { level: '5' },
  response: { name: 'RESPONSE', value: { base: { integer: 2 } } },
  state: 'mine',
  isLocked: false,
}

describe('an interaction', () => {
  test('of QTI 3.0 gets its response, state and properties, and is ready when it says so', () => {
    const given: unknown[] = []
    const ready: CodeInstance[] = []
    const getInstance = (_: unknown, configuration: { onready(instance: unknown): void }, state: unknown) => {
      given.push(configuration, state)
      configuration.onready({ getResponse: () => ({ base: { integer: 3 } }), getState: () => 'later' })
    }
    startInstance(
      { getInstance },
      shown,
      (instance) => void ready.push(instance),
      () => undefined,
    )
    expect(given[0]).toMatchObject({
      ...{ boundTo: { RESPONSE: { base: { integer: 2 } } }, responseIdentifier: 'RESPONSE', status: 'interacting' },
      properties: { level: '5' },
    })
    expect(given[1]).toBe('mine')
    expect(ready.map((one) => [one.response(), one.state()])).toEqual([[{ base: { integer: 3 } }, 'later']])
  })

  test('of IMS PCI 1.0 gets them by its methods', () => {
    const called: unknown[][] = []
    const note =
      (name: string) =>
      (...given: unknown[]) =>
        void called.push([name, ...given])
    const ready: CodeInstance[] = []
    startInstance(
      {
        initialize: note('initialize'),
        setResponse: note('setResponse'),
        setSerializedState: note('state'),
        getResponse: () => 7,
      },
      shown,
      (instance) => void ready.push(instance),
      () => undefined,
    )
    expect(called).toEqual([
      ['initialize', 'RESPONSE', shown.element, shown.properties],
      ['state', 'mine'],
      ['setResponse', { base: { integer: 2 } }],
    ])
    expect(ready[0]?.response()).toBe(7)
  })

  test.each([[undefined], [{}], ['x'], [{ getInstance: 1 }]])('that is none (%j) fails', (registered) => {
    expect(() =>
      startInstance(
        registered,
        shown,
        () => undefined,
        () => undefined,
      ),
    ).toThrow('registers no interaction')
  })
})

describe('what an interaction holds', () => {
  /** Follows an interaction in a window whose clock is turned by hand. */
  const follow = (instance: CodeInstance) => {
    const told: CodeMessage[] = []
    const later: (() => void)[] = []
    const host = {
      addEventListener: (name: string, listener: () => void) => {
        if (name === 'pagehide') later.push(listener)
      },
      setInterval: () => 0,
      setTimeout: () => 0,
    }
    // Boundary: as much of a window as is used.
    const following = followInstance(host as never, instance, (message) => void told.push(message))
    return { told, ...following, leave: () => later.forEach((one) => void one()) }
  }

  test('is told when it changes, and not how it is at first; once more when asked, and as its page goes', () => {
    let count = 0
    let ended = 0
    const { told, tellChange, tellAgain, leave } = follow({
      response: () => ({ base: { integer: count } }),
      state: () => null,
      end: () => {
        ended += 1
      },
    })
    tellChange()
    tellAgain()
    expect(told).toEqual([])
    count = 1
    tellChange()
    tellChange()
    const one = { type: 'answer', json: '{"response":{"base":{"integer":1}},"state":null}' }
    expect(told).toEqual([one])
    tellAgain()
    expect(told).toEqual([one, one])
    count = 2
    leave()
    expect(told).toHaveLength(3)
    expect(ended).toBe(1)
  })

  test('that is too large is told as such, and what throws as a failure', () => {
    let response: () => unknown = () => null
    const { told, tellChange } = follow({ response: () => response(), state: () => null, end: () => undefined })
    response = () => ({ base: { string: 'x'.repeat(50_000) } })
    tellChange()
    response = () => {
      throw new Error('broken')
    }
    tellChange()
    const circle: { self?: unknown } = {}
    circle.self = circle
    response = () => circle
    tellChange()
    expect(told.map(({ type }) => type)).toEqual(['refused', 'failed', 'failed'])
  })
})
