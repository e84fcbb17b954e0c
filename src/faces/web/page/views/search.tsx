export const SearchView = () => <p>soon</p>;
