import type { KeyStorage } from '@sitwell/client/stored-value'
import { applyTheme } from './apply-theme.ts'
import { preferredTheme, wishes } from './preferred-theme.ts'
import { type OrganisationColours, type ThemeChoice, themeChoices } from './theme-choice.ts'
import { lastThemeName, rememberedThemeName, rememberThemeName, type ThemeScope } from './theme-memory.ts'

/** Which theme is on; the page's colours follow it. Until a learner chooses one it is what they told their system. */
export class ThemeState {
  readonly #storage: KeyStorage
  readonly #listeners = new Set<() => void>()
  #choices: readonly ThemeChoice[] = themeChoices({ themes: {} })
  /** Chosen here; undefined follows the system. */
  #name: string | undefined
  #buttonsInSecondaryColour = false
  #scope: ThemeScope | undefined
  /** Chosen on this page before anybody was signed in: it is theirs who then signs in. */
  #isChosenByVisitor = false

  constructor(storage: KeyStorage) {
    this.#storage = storage
    this.#name = lastThemeName(storage)
    // Safari before 14 has no such event; whoever changes their system there sees it after a reload.
    for (const query of Object.values(wishes)) matchMedia(query).addEventListener?.('change', () => this.#apply())
    this.#apply()
  }

  get choices(): readonly ThemeChoice[] {
    return this.#choices
  }

  /** The chosen one, or Default if this organisation has none of that name. */
  readonly current = (): string => {
    const wanted = this.#name ?? preferredTheme((query) => matchMedia(query).matches)
    return this.#choices.some(({ name }) => name === wanted) ? wanted : (this.#choices[0]?.name ?? '')
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  choose(name: string): void {
    this.#name = name
    if (this.#scope !== undefined) {
      rememberThemeName(this.#storage, this.#scope, name)
      this.#isChosenByVisitor = this.#scope.userGuid === undefined
    }
    this.#apply()
  }

  setOrganisation(colours: OrganisationColours, buttonsInSecondaryColour: boolean): void {
    this.#choices = themeChoices(colours)
    this.#buttonsInSecondaryColour = buttonsInSecondaryColour
    this.#apply()
  }

  /** Whoever is at the screen: their own choice comes on. */
  setScope(scope: ThemeScope): void {
    this.#scope = scope
    if (this.#isChosenByVisitor && scope.userGuid !== undefined && this.#name !== undefined)
      rememberThemeName(this.#storage, scope, this.#name)
    else this.#name = rememberedThemeName(this.#storage, scope)
    this.#isChosenByVisitor = false
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
