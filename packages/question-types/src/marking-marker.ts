/**
 * Stands in every object that marks a type of question, so that it survives bundling. The build of the player is searched for it: found
 * there, the keys of an exam's questions are one mistake away from a learner's browser. Each marking file spells it out itself.
 */
export type MarkingMarker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'
