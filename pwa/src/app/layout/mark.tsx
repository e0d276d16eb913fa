/** The shop's mark: a K whose arm is a hammer. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden focusable="false">
      <rect width="64" height="64" rx="15" fill="#0b5d4e" />
      <rect x="16" y="13" width="8.5" height="38" rx="3" fill="#fbf8f3" />
      <path d="M25 33 L44 51" stroke="#fbf8f3" strokeWidth="8" strokeLinecap="round" />
      <path d="M27 33 L41 19" stroke="#f2a33a" strokeWidth="7" strokeLinecap="round" />
      <path d="M33.5 13.5 L47 27" stroke="#f2a33a" strokeWidth="10" strokeLinecap="butt" />
    </svg>
  );
}
