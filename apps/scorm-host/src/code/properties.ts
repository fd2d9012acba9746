import type { CodeStart } from '@sitwell/contract/code-messages'

type Group = Record<string, unknown>

/** An object without a prototype, so that no name of a property reaches one. */
const group = (): Group => Object.create(null)
const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null

/** The properties as code gets them: `a/b` is in a group, and the name of a file is an address that the frame can load. */
export const propertiesOf = (properties: CodeStart['properties'], urlOf: (name: string) => string | undefined): Group => {
  const all = group()
  for (const { name, value } of properties) {
    const path = name.split('/')
    const last = path.pop() ?? ''
    let place = all
    for (const part of path) {
      const inside = place[part]
      const next = isGroup(inside) ? inside : group()
      place[part] = next
      place = next
    }
    place[last] = urlOf(value) ?? value
  }
  // As code expects objects to be, with the methods that they all have.
  return structuredClone(all)
}
