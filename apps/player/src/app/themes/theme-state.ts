import { applyTheme } from './apply-theme.ts'
import {
  type OrganisationColours,
  rememberedThemeName,
  rememberThemeName,
  type ThemeChoice,
  themeChoices,
} from './theme-choice.ts'

/** Which theme is on; the page's colours follow it. */
export class ThemeState {
  readonly #storage: Storage
  readonly #listeners = new Set<() => void>()
  #choices: readonly ThemeChoice[] = themeChoices({ themes: {} })
  #name: string
  #buttonsInSecondaryColour = false

  constructor(storage: Storage) {
    this.#storage = storage
    this.#name = rememberedThemeName(storage)
    this.#apply()
  }

  get choices(): readonly ThemeChoice[] {
    return this.#choices
  }

  /** The chosen one, or Default where this organisation has none of that name. */
  readonly current = (): string =>
    this.#choices.some(({ name }) => name === this.#name) ? this.#name : (this.#choices[0]?.name ?? '')

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  choose(name: string): void {
    this.#name = name
    rememberThemeName(this.#storage, name)
    this.#apply()
  }

  useOrganisation(colours: OrganisationColours, buttonsInSecondaryColour: boolean): void {
    this.#choices = themeChoices(colours)
    this.#buttonsInSecondaryColour = buttonsInSecondaryColour
    this.#apply()
  }

  #apply(): void {
    const choice = this.#choices.find(({ name }) => name === this.current())
    const [first] = this.#choices
    if (choice !== undefined && first !== undefined) {
      applyTheme(choice, { buttonsInSecondaryColour: this.#buttonsInSecondaryColour, logoBar: first.theme.secondary })
    }
    for (const listener of this.#listeners) listener()
  }
}
