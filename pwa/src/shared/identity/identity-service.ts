/** A person as the identity service knows them, with a token that proves it to the shop. */
export interface Identity {
  uid: string;
  email: string;
  name: string;
  photoURL: string | null;
  idToken: string;
}

/** What the shop needs of an identity service. Every function throws the service's own error (see IdentityError). */
export interface IdentityService {
  signIn(email: string, password: string): Promise<Identity>;
  signUp(name: string, email: string, password: string): Promise<Identity>;
  /** With `demoAccount` no window opens. Null: the person closed the window, or the page is about to leave. */
  signInWithGoogle(demoAccount: { email: string; name: string } | null): Promise<Identity | null>;
  /** The outcome of a redirect sign-in, or null when there was none. */
  finishRedirect(): Promise<Identity | null>;
  sendReset(email: string): Promise<void>;
  /** Mails the signed-in person a link that proves their address. */
  sendVerification(): Promise<void>;
  /** The person whose sign-in is stored in this browser, or null. `anew` gets a new token, which says whether their address is proven by now. */
  current(anew?: boolean): Promise<Identity | null>;
  signOut(): Promise<void>;
}
