/**
 * An element of an item or a test, independent of a parser. Names of elements and attributes have one spelling for all
 * versions: lower case, without hyphens, without `qti-` (`setoutcomevalue` for `setOutcomeValue` and `qti-set-outcome-value`).
 */
export interface QtiElement {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>> | undefined
  readonly children?: readonly QtiElement[] | undefined
  /** The characters inside, if there are no elements inside. */
  readonly text?: string | undefined
}

/** The spelling of names that {@link QtiElement} has. */
export const plainName = (name: string): string => name.replace(/^qti-/, '').replaceAll('-', '').toLowerCase()

export const attributeOf = (element: QtiElement, name: string): string | undefined => element.attributes?.[name]

export const childrenOf = (element: QtiElement, name?: string): readonly QtiElement[] => {
  const children = element.children ?? []
  return name === undefined ? children : children.filter((child) => child.name === name)
}

export const childOf = (element: QtiElement, name: string): QtiElement | undefined =>
  element.children?.find((child) => child.name === name)

/** An attribute that is `true` or `false`; `otherwise` if it is missing or has another value. */
export const flagOf = (element: QtiElement, name: string, otherwise: boolean): boolean => {
  const written = attributeOf(element, name)?.trim().toLowerCase()
  if (written === 'true' || written === '1') return true
  return written === 'false' || written === '0' ? false : otherwise
}
