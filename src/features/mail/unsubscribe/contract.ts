/** The state of the unsubscribe page. `gone`: the person was erased, so there is nothing to unsubscribe. */
export interface UnsubscribeState {
  view: 'ask' | 'done' | 'undone' | 'gone' | 'unknown'
  token: string
}

declare module '#site/contract.ts' {
  interface PersonalPages {
    unsubscribe: UnsubscribeState
  }
}
