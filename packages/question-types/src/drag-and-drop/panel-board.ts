import { createContext, useContext } from 'react'
import type { PanelProps } from '../panel-props.ts'
import type { Card, Place } from './places.ts'

/** What cards and places of a board know of it. */
export interface Board {
  /** The card that was picked up, and how: what is dragged follows the pointer, all else is put by a button of each place. */
  readonly held: { readonly card: Card; readonly by: 'dragging' | 'choosing' } | null
  readonly disabled: boolean
  readonly places: readonly Place[]
  accepts(card: Card, placeId: string): boolean
  pickUp(card: Card, from: HTMLElement, byKey: boolean): void
  putInto(placeId: string): void
  register(placeId: string, element: HTMLElement | null): void
  readonly text: PanelProps['text']
}

export const BoardContext = createContext<Board | null>(null)

export const useBoard = (): Board => {
  const board = useContext(BoardContext)
  if (!board) throw new Error('A card and a place lie on a board.')
  return board
}
