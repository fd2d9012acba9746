/** Where an action stands that a dialog sends: it is stored once, however often it has to be sent. */
export type Sending<Result> =
  /** Nothing is on its way; what is typed may change. `refusal`: why the last attempt came to nothing. */
  | { readonly is: 'open'; readonly refusal?: string }
  | { readonly is: 'sent'; readonly requestId: string; readonly content: string }
  /** No reply came: it may be stored. What was typed stays as it is, so that sending again is the same request. */
  | { readonly is: 'unknown'; readonly requestId: string; readonly content: string }
  | { readonly is: 'done'; readonly requestId: string; readonly result: Result }

export type SendingEvent<Result> =
  /** `content`: all that the request says. `newId`: an id that nobody has used, for a content that was not sent yet. */
  | { readonly kind: 'send'; readonly content: string; readonly newId: string }
  | { readonly kind: 'replied'; readonly requestId: string; readonly result: Result }
  | { readonly kind: 'lost'; readonly requestId: string }
  | { readonly kind: 'refused'; readonly requestId: string; readonly code: string }

/** The next state. A reply to another request than the one that is waited for changes nothing. */
export const sendingStep = <Result>(state: Sending<Result>, event: SendingEvent<Result>): Sending<Result> => {
  if (event.kind === 'send') {
    if (state.is === 'open') return { is: 'sent', requestId: event.newId, content: event.content }
    return state.is === 'unknown' ? { ...state, is: 'sent' } : state
  }
  const isWaitedFor = (state.is === 'sent' || state.is === 'unknown') && state.requestId === event.requestId
  if (!isWaitedFor) return state
  if (event.kind === 'replied') return { is: 'done', requestId: event.requestId, result: event.result }
  if (event.kind === 'refused') return { is: 'open', refusal: event.code }
  return { ...state, is: 'unknown' }
}
