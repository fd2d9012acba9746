/** Parts of the width that the document may have beside the question: both stay wide enough to read. */
export const leastShare = 0.3
export const mostShare = 0.7
/** What an arrow key moves it by. */
export const shareStep = 0.05
export const usualShare = 0.5

export const shareWithin = (share: number): number =>
  Number.isFinite(share) ? Math.min(Math.max(leastShare, share), mostShare) : usualShare
