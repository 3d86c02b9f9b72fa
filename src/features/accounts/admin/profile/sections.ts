/** The sections of the profile, each with its anchor and the key of its title. */
export const sections = [
  ['you', 'profile.who'],
  ['picture', 'profile.picture'],
  ['address', 'profile.address'],
  ['preferences', 'profile.preferences'],
  ['password', 'profile.password'],
  ['second-step', 'secondFactor.title'],
  ['sessions', 'profile.sessions'],
] as const
