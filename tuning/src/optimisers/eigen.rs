//! Eigenvalues and eigenvectors of symmetric matrices.
//!
//! CITE: Jacobi's method with cyclic sweeps; G. Golub, C. Van Loan, "Matrix Computations", 8.5. It
//! is exact to the last bits and gives the same result on every machine. It is fast enough for few
//! dimensions.

use statistics::Matrix;

/// The number of sweeps, which is more than any matrix needs: convergence is quadratic.
const SWEEPS: usize = 64;

/// The eigenvalues of a symmetric matrix, and a matrix with their vectors as columns.
pub(super) fn decompose(mut matrix: Matrix) -> (Vec<f64>, Matrix) {
    let size = matrix.size();
    let mut vectors = Matrix::identity(size);
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for row in 0..size {
            for column in row + 1..size {
                rotated |= rotate(&mut matrix, &mut vectors, row, column);
            }
        }
        if !rotated {
            break;
        }
    }
    ((0..size).map(|at| matrix[at][at]).collect(), vectors)
}

/// Makes one element zero. Returns `false` if it is already negligible.
fn rotate(matrix: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) -> bool {
    let off = matrix[p][q];
    if off.abs() <= f64::EPSILON * 1e-3 * (matrix[p][p] * matrix[q][q]).abs().sqrt() || off == 0.0 {
        return false;
    }
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turn = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
    for row in matrix.rows_mut() {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    let (upper, lower) = matrix.rows_mut().split_at_mut(q);
    for (one, other) in upper[p].iter_mut().zip(&mut lower[0]) {
        (*one, *other) = turn(*one, *other);
    }
    for row in vectors.rows_mut() {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    true
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// The eigenvectors are orthonormal, and together with the eigenvalues give the matrix again.
    #[test]
    fn matrices_are_put_together_again() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for size in 1..=12 {
            let mut matrix = Matrix::identity(size);
            for (row, column) in
                (0..size).flat_map(|row| (0..=row).map(move |column| (row, column)))
            {
                let value = rng.random_range(-1.0..1.0) * 10f64.powi(row as i32 % 5);
                matrix[row][column] = value;
                matrix[column][row] = value;
            }
            let largest =
                matrix.rows().iter().flatten().fold(0.0, |most: f64, value| most.max(value.abs()));
            let (values, vectors) = decompose(matrix.clone());
            let close = |one: f64, other: f64| (one - other).abs() < 1e-12 * (1.0 + largest);
            for row in 0..size {
                for column in 0..size {
                    let parts = (0..size).map(|k| values[k] * vectors[row][k] * vectors[column][k]);
                    assert!(close(parts.sum(), matrix[row][column]), "{size} {row} {column}");
                    let product: f64 =
                        (0..size).map(|k| vectors[k][row] * vectors[k][column]).sum();
                    assert!(close(product, f64::from(u8::from(row == column))), "{size}");
                }
            }
        }
    }

    #[test]
    fn known_values() {
        let mut matrix = Matrix::identity(2);
        matrix[0].copy_from_slice(&[2.0, 1.0]);
        matrix[1].copy_from_slice(&[1.0, 2.0]);
        let (mut values, _) = decompose(matrix);
        values.sort_by(f64::total_cmp);
        assert!((values[0] - 1.0).abs() < 1e-15 && (values[1] - 3.0).abs() < 1e-15, "{values:?}");
    }
}
