/**
 * What is wrong after a run of staff. `state`: a response is listed as something else than what was done to it. `fresher`: somebody was shown as heard of later than they were, or a
 * view as younger than it was. `late`: an action was done when nobody expected it any more.
 */
export interface StaffFault {
  readonly kind:
    | 'lost'
    | 'doubled'
    | 'changed'
    | 'overwritten'
    | 'state'
    | 'falsely acknowledged'
    | 'stuck'
    | 'fresher'
    | 'late'
    | 'evidence'
  readonly detail: string
}
