/** What an interaction answers with, whichever form of the interface it was written for. */
export interface CodeInstance {
  response(): unknown
  state(): unknown
  /** Its question is being left. */
  end(): void
}

interface Shown {
  readonly element: HTMLElement
  readonly properties: object
  readonly response: { readonly name: string; readonly value: unknown }
  readonly state: unknown
  readonly isLocked: boolean
}

type Method = (...given: unknown[]) => unknown
/** Foreign code: whatever stands there may be anything, and its getters may throw. */
const methodOf = (target: unknown, name: string): Method | undefined => {
  const found: unknown = Object(target)[name]
  return typeof found === 'function' ? (...given) => found.apply(target, given) : undefined
}

const instanceOf = (target: unknown): CodeInstance => ({
  response: () => methodOf(target, 'getResponse')?.(),
  state: () => (methodOf(target, 'getState') ?? methodOf(target, 'getSerializedState'))?.(),
  end: () => void (methodOf(target, 'oncompleted') ?? methodOf(target, 'destroy'))?.(),
})

/** Starts an interaction as 1EdTech's interface of QTI 3.0 has it. */
const startNew = (made: Method, shown: Shown, onReady: (instance: CodeInstance) => void, onDone: () => void) => {
  const { element, properties, response, state, isLocked } = shown
  const configuration = {
    onready: (instance: unknown) => onReady(instanceOf(instance)),
    ondone: onDone,
    properties,
    templateVariables: {},
    contextVariables: {},
    boundTo: { [response.name]: response.value ?? { base: null } },
    responseIdentifier: response.name,
    status: isLocked ? 'closed' : 'interacting',
  }
  return made(element, configuration, state ?? undefined)
}

/** The same of IMS PCI 1.0, which gives the answer back by methods. */
const startOld = (given: unknown, shown: Shown, onReady: (instance: CodeInstance) => void) => {
  const { element, properties, response, state } = shown
  methodOf(given, 'initialize')?.(response.name, element, properties)
  if (state != null) methodOf(given, 'setSerializedState')?.(state)
  if (response.value != null) methodOf(given, 'setResponse')?.(response.value)
  onReady(instanceOf(given))
}

/** Starts what a module registered; throws an error if that is not an interaction. */
export const startInstance = (
  registered: unknown,
  shown: Shown,
  onReady: (instance: CodeInstance) => void,
  onDone: () => void,
): void => {
  const make = methodOf(registered, 'getInstance')
  if (make) startNew(make, shown, onReady, onDone)
  else if (methodOf(registered, 'initialize')) startOld(registered, shown, onReady)
  else throw new Error('Its module registers no interaction.')
}
