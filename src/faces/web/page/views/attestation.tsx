export const AttestationView = () => <p>soon</p>;
