import { guidOf } from '../../files/package-guid.ts'

/** Hands out ids that stand once in the exam, fit its addresses, and are the package's own where they can be. */
export class PackageIds {
  readonly #taken = new Set<string>(['intro', 'outro'])

  take(...wishes: readonly string[]): string {
    const fitting = wishes.find((wish) => /^[\w.:-]{1,128}$/.test(wish) && !this.#taken.has(wish))
    let id = fitting ?? guidOf(...wishes)
    for (let count = 2; this.#taken.has(id); count++) id = guidOf(...wishes, String(count))
    this.#taken.add(id)
    return id
  }
}
