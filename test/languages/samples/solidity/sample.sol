// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./Owned.sol";

interface IVault {
    function deposit(uint256 amount) external payable returns (bool);
}

library Sums {
    function add(uint256 a, uint256 b) internal pure returns (uint256) {
        return a + b;
    }
}

/** Keeps what people bring. */
contract Vault is IVault {
    using Sums for uint256;

    enum State { Open, Closed }

    struct Entry {
        address owner;
        uint256 amount;
    }

    event Deposited(address indexed from, uint256 amount);
    error Refused(string reason);

    mapping(address => Entry) private entries;
    address[] public owners;
    State public state = State.Open;
    uint256 constant LIMIT = 10 ether;

    modifier whenOpen() {
        require(state == State.Open, "the \"vault\" is closed (");
        _;
    }

    constructor(address first) {
        owners.push(first);
    }

    function deposit(uint256 amount) external payable override whenOpen returns (bool) {
        Entry storage entry = entries[msg.sender];
        if (amount > LIMIT) {
            revert Refused("too much ]");
        } else if (entry.owner == address(0)) {
            entries[msg.sender] = Entry({owner: msg.sender, amount: amount});
        } else {
            entry.amount = entry.amount.add(amount); // more of the same
        }
        for (uint256 i = 0; i < owners.length; i++) {
            if (owners[i] == msg.sender) continue;
        }
        emit Deposited(msg.sender, amount);
        return true;
    }
}
